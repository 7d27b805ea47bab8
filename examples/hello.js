// `make hello` runs this: a handler, called on the event in the first argument.
'use strict';

async function handler(event) {
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hello: event.name }),
  };
}

handler(JSON.parse(process.argv[2])).then((answer) => console.log(answer));
