// SPDX-License-Identifier: MIT
// What a function made of packages does first: check the event, look something
// up, render a page. bench/coldstart/functions bundles it with esbuild, and
// lays the same tree out unbundled.
import Ajv from 'ajv';
import { addDays, format } from 'date-fns';
import Handlebars from 'handlebars';
import lodash from 'lodash';
import * as z from 'zod';

const Event = z.object({
  rawPath: z.string().startsWith('/'),
  queryStringParameters: z.object({
    name: z.string().min(1).max(100),
    days: z.coerce.number().int().positive(),
  }),
});

const validateBody = new Ajv().compile({
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 1 },
          price: { type: 'number', minimum: 0 },
          group: { enum: ['a', 'b', 'c'] },
        },
        required: ['title', 'price', 'group'],
        additionalProperties: false,
      },
    },
  },
  required: ['items'],
});

const page = Handlebars.compile(`<h1>{{name}}, due {{due}}</h1>
{{#each groups}}<h2>{{@key}}: {{sum}}</h2>
<ul>{{#each items}}<li>{{title}}</li>{{/each}}</ul>
{{/each}}`);

export const handler = async (event) => {
  const { queryStringParameters: { name, days } } = Event.parse(event);
  const body = JSON.parse(event.body);
  if (!validateBody(body)) {
    return { statusCode: 400, body: JSON.stringify(validateBody.errors) };
  }
  const groups = lodash.mapValues(lodash.groupBy(body.items, 'group'),
    (items) => ({
      sum: lodash.sumBy(items, 'price'),
      items: lodash.sortBy(items, 'title'),
    }));
  const due = format(addDays(new Date(2026, 0, 1), days), 'yyyy-MM-dd');
  return {
    statusCode: 200,
    headers: { 'content-type': 'text/html' },
    body: page({ name, due, groups }),
  };
};
