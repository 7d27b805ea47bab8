// SPDX-License-Identifier: MIT
// A streamed response behind a Function URL: a table of days that begins to
// arrive before the last line has been made.
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_MAX = 366;

// The days that the query asks for, the last week where it does not.
function daysOf({ from, to } = {}) {
  const last = to === undefined ? Date.now() : Date.parse(to);
  const first = from === undefined ? last - 6 * DAY_MS : Date.parse(from);
  const count = (last - first) / DAY_MS + 1;
  if (!(count >= 1 && count <= DAYS_MAX)) {
    return undefined;
  }
  return Array.from({ length: Math.floor(count) }, (_, n) =>
    new Date(first + n * DAY_MS).toISOString().slice(0, 10));
}

// Stands for what takes its time: a query, a model, another service.
const visitorsOn = async (day) =>
  [...day].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) % 1000;

export const handler = awslambda.streamifyResponse(
  async (event, responseStream) => {
    const days = daysOf(event.queryStringParameters);
    const stream = awslambda.HttpResponseStream.from(responseStream, {
      statusCode: days === undefined ? 400 : 200,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    });
    if (days === undefined) {
      stream.end('from and to are dates, at most a year apart\n');
      return;
    }
    stream.write('day,visitors\n');
    for (const day of days) {
      stream.write(`${day},${await visitorsOn(day)}\n`);
    }
    stream.end();
  });
