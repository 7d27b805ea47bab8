// SPDX-License-Identifier: MIT
// A REST API behind an HTTP API: one function for all routes, a router and a
// validator from npm. It keeps orders in memory, so they last as long as the
// environment does; a table would take the place of the map.
import findMyWay from 'find-my-way';
import * as v from 'valibot';

const Order = v.object({
  sku: v.pipe(v.string(), v.regex(/^[A-Z]{3}-\d{3}$/)),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
});

const orders = new Map();

const answer = (statusCode, value) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

// What a handler throws to answer something else than 200.
class Refusal extends Error {
  constructor(statusCode, message, details) {
    super(message);
    Object.assign(this, { statusCode, details });
  }
}

function orderOf(event) {
  const text = event.isBase64Encoded ?
    Buffer.from(event.body, 'base64').toString() : event.body ?? '';
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON');
  }
  const result = v.safeParse(Order, body);
  if (!result.success) {
    throw new Refusal(422, 'This is not an order', result.issues.map(
      (issue) => ({ path: v.getDotPath(issue), message: issue.message })));
  }
  return result.output;
}

function find(id) {
  const order = orders.get(id);
  if (order === undefined) {
    throw new Refusal(404, `There is no order ${id}`);
  }
  return order;
}

const router = findMyWay();

router.on('GET', '/orders', () => answer(200, [...orders.values()]));
router.on('GET', '/orders/:id', (event, { id }) => answer(200, find(id)));
router.on('POST', '/orders/:id', (event, { id }) => {
  const order = { id, ...orderOf(event) };
  const isNew = !orders.has(id);
  orders.set(id, order);
  return answer(isNew ? 201 : 200, order);
});
router.on('DELETE', '/orders/:id', (event, { id }) => {
  orders.delete(find(id).id);
  return { statusCode: 204 };
});

export async function handler(event) {
  const route = router.find(event.requestContext.http.method, event.rawPath);
  try {
    if (route === null) {
      throw new Refusal(404, `There is no ${event.rawPath}`);
    }
    return route.handler(event, route.params);
  } catch (error) {
    if (error instanceof Refusal) {
      const { statusCode, message, details } = error;
      return answer(statusCode, { message, details });
    }
    throw error;
  }
}
