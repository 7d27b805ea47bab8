// SPDX-License-Identifier: MIT
//
// Checks a template against the published specification of CloudFormation and
// SAM resources: types, names of properties, what is required, and the types of
// values. An intrinsic function stands for any value.
'use strict';

const { tools } = require('./harness.js');

const SAM = 'AWS::Serverless::';

// What SAM documents and the published specification does not have yet.
const NOT_YET = {
  'AWS::Serverless::LayerVersion': { CompatibleArchitectures: 'array' },
};

// The template as a document; the short forms of intrinsic functions become
// the long ones.
function parse(text) {
  const { parseDocument } = tools('yaml');
  const names = ['Ref', 'Condition', 'GetAtt', 'Sub', 'Join', 'Select', 'If'];
  const customTags = names.flatMap((name) => {
    const key = name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`;
    const tag = `!${name}`;
    return [
      { tag, resolve: (value) => ({ [key]: value }) },
      { tag, collection: 'seq', resolve: (seq) => ({ [key]: seq.toJSON() }) },
    ];
  });
  const document = parseDocument(text, { customTags, strict: true });
  const problems = [...document.errors, ...document.warnings].map(String);
  if (problems.length > 0) {
    throw new Error(problems.join('\n'));
  }
  return document.toJS();
}

function isIntrinsic(value) {
  const keys = typeof value === 'object' && value !== null ?
    Object.keys(value) : [];
  return keys.length === 1 && /^(Ref|Fn::.+)$/.test(keys[0]);
}

const plural = (list) => list.filter((text) => text !== undefined);

class Checker {
  constructor() {
    const { loadAwsServiceSpecSync } = tools('@aws-cdk/aws-service-spec');
    this.db = loadAwsServiceSpecSync();
    this.problems = [];
  }

  say(where, what) {
    this.problems.push(`${where}: ${what}`);
  }

  // The problems of @value as @type; none where it is one.
  match(value, type, where) {
    if (isIntrinsic(value)) {
      return [];
    }
    switch (type.type) {
      case 'string': case 'date-time':
        return ['string', 'number', 'boolean'].includes(typeof value) ? [] :
          [`${where}: not a text`];
      case 'integer': case 'number':
        return Number.isFinite(Number(value)) && value !== '' ? [] :
          [`${where}: not a number`];
      case 'boolean':
        return typeof value === 'boolean' ? [] : [`${where}: not a boolean`];
      case 'array':
        return Array.isArray(value) ? value.flatMap((each, n) =>
          this.match(each, type.element, `${where}[${n}]`)) :
          [`${where}: not a list`];
      case 'map':
        return this.matchMap(value, type, where);
      case 'ref':
        return this.matchRef(value, type, where);
      case 'union':
        return this.matchUnion(value, type, where);
      default:
        return [];
    }
  }

  matchMap(value, type, where) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [`${where}: not a map`];
    }
    return Object.entries(value).flatMap(([key, each]) =>
      this.match(each, type.element, `${where}.${key}`));
  }

  matchRef(value, type, where) {
    const { properties } = this.db.get('typeDefinition', type.reference.$ref);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [`${where}: not an object`];
    }
    return this.matchProperties(value, properties, where, {});
  }

  matchUnion(value, type, where) {
    const tries = type.types.map((each) => this.match(value, each, where));
    return tries.some((list) => list.length === 0) ? [] :
      [`${where}: ${plural(tries.map(([first]) => first)).join('; or ')}`];
  }

  matchProperties(value, properties, where, more) {
    const problems = [];
    for (const [name, each] of Object.entries(value)) {
      const property = properties[name];
      if (property !== undefined) {
        problems.push(...this.match(each, property.type, `${where}.${name}`));
      } else if (more[name] === undefined) {
        problems.push(`${where}: there is no property ${name}`);
      } else {
        problems.push(...this.match(each, {
          type: more[name], element: { type: 'string' },
        }, `${where}.${name}`));
      }
    }
    for (const [name, property] of Object.entries(properties)) {
      if (property.required && value[name] === undefined) {
        problems.push(`${where}: ${name} is missing`);
      }
    }
    return problems;
  }

  resource(name, { Type, Properties = {}, ...rest }, globals) {
    const [resource] = this.db.lookup('resource', 'cloudFormationType',
                                      'equals', Type);
    if (resource === undefined) {
      this.say(name, `there is no type ${Type}`);
      return;
    }
    for (const key of Object.keys(rest)) {
      if (!['DependsOn', 'Condition', 'Metadata'].includes(key)) {
        this.say(name, `there is no attribute ${key}`);
      }
    }
    const all = { ...globals[Type.replace(SAM, '')], ...Properties };
    this.problems.push(...this.matchProperties(
      all, resource.properties, name, NOT_YET[Type] ?? {}));
  }

  // !Ref, !GetAtt and !Sub name what is there.
  references(template) {
    const resources = Object.keys(template.Resources);
    const known = (name) => resources.includes(name) ||
      name.startsWith('AWS::') || template.Parameters?.[name] !== undefined ||
      // SAM makes a resource of the Function URL.
      resources.some((each) => name === `${each}Url` &&
        template.Resources[each].Properties?.FunctionUrlConfig !== undefined);
    const visit = (value, where) => {
      if (typeof value !== 'object' || value === null) {
        return;
      }
      const texts = { 'Ref': [value.Ref].flat(),
                      'Fn::GetAtt': [[value['Fn::GetAtt']].flat()[0]],
                      'Fn::Sub': [value['Fn::Sub']].flat().slice(0, 1) };
      const names = [
        texts.Ref[0], texts['Fn::GetAtt'][0]?.split('.')[0],
        ...[...`${texts['Fn::Sub'][0] ?? ''}`.matchAll(/\$\{([^!}.]+)/g)].map(
          ([, name]) => name),
      ];
      for (const name of plural(names)) {
        if (!known(name)) {
          this.say(where, `there is no ${name}`);
        }
      }
      for (const [key, each] of Object.entries(value)) {
        visit(each, `${where}.${key}`);
      }
    };
    visit(template.Resources, 'Resources');
    visit(template.Outputs, 'Outputs');
    visit(template.Globals, 'Globals');
  }
}

// What is wrong with a template: a list of sentences.
function validate(template) {
  const checker = new Checker();
  const usesSam = Object.values(template.Resources).some(
    ({ Type }) => Type.startsWith(SAM));
  const known = ['AWSTemplateFormatVersion', 'Transform', 'Description',
                 'Metadata', 'Parameters', 'Conditions', 'Resources',
                 'Outputs', ...(usesSam ? ['Globals'] : [])];
  for (const key of Object.keys(template)) {
    if (!known.includes(key)) {
      checker.say(key, 'no section of a template');
    }
  }
  if (usesSam && template.Transform !== 'AWS::Serverless-2016-10-31') {
    checker.say('Transform', 'resources of SAM need it');
  }
  for (const [name, resource] of Object.entries(template.Resources)) {
    checker.resource(name, resource, template.Globals ?? {});
  }
  checker.references(template);
  return checker.problems;
}

module.exports = { parse, validate };
