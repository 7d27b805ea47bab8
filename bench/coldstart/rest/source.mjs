// SPDX-License-Identifier: MIT
// An API of some routes behind API Gateway: a router of its own, zod on the way
// in. bench/coldstart/functions bundles it with esbuild.
import * as z from 'zod';

const Item = z.object({
  title: z.string().min(1).max(200),
  price: z.number().nonnegative(),
  tags: z.array(z.string()).max(10).default([]),
});

const store = new Map([[1, { id: 1, title: 'tea', price: 3, tags: [] }]]);

const json = (statusCode, value) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const routes = [
  ['GET', '/items', () => json(200, [...store.values()])],
  ['GET', '/items/:id', ({ id }) => {
    const item = store.get(Number(id));
    return item ? json(200, item) : json(404, { message: 'no such item' });
  }],
  ['POST', '/items', (parameters, body) => {
    const result = Item.safeParse(body);
    if (!result.success) {
      return json(400, { issues: result.error.issues });
    }
    const item = { id: store.size + 1, ...result.data };
    store.set(item.id, item);
    return json(201, item);
  }],
].map(([method, path, run]) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  run,
}));

export const handler = async ({ requestContext: { http }, body }) => {
  for (const { method, pattern, run } of routes) {
    const match = pattern.exec(http.path);
    if (match !== null && method === http.method) {
      return run(match.groups, body === undefined ? null : JSON.parse(body));
    }
  }
  return json(404, { message: 'no such route' });
};
