// A handler as it is written for the managed Node.js runtime: it answers an
// event of API Gateway. `make hello` invokes it.
'use strict';

exports.handler = async (event, context) => {
  console.log('a request for', event.rawPath);
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      hello: event.requestContext.http.sourceIp,
      requestId: context.awsRequestId,
    }),
  };
};
