/* SPDX-License-Identifier: MIT */
// util.parseArgs. https://nodejs.org/api/util.html#utilparseargsconfig
(function (native, require, exports, primordials) {
  'use strict';

  const {
    invalidArgType,
    invalidArgValue,
    withCode,
  } = require('internal/errors');
  const {
    validateArray,
    validateBoolean,
    validateObject,
    validateString,
  } = require('internal/validators');

  const hasOwn = Object.hasOwn;

  const settingOf = (options, name, setting) =>
    (hasOwn(options, name) ? options[name][setting] : undefined);

  // ---- Errors ----

  const invalidValue = (message) =>
    withCode(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', message);

  function unknownOption(option, allowsPositionals) {
    const hint = allowsPositionals ?
      '. To specify a positional argument starting with a \'-\', place it at ' +
      `the end of the command after '--', as in '-- ${JSON.stringify(option)}` :
      '';
    return withCode(TypeError, 'ERR_PARSE_ARGS_UNKNOWN_OPTION',
                    `Unknown option '${option}'${hint}`);
  }

  const unexpectedPositional = (value) => withCode(
    TypeError, 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
    `Unexpected argument '${value}'. This command does not take positional ` +
    'arguments');

  // ---- The configuration ----

  function validateDefault(value, setting, type, isMultiple) {
    const validate = type === 'string' ? validateString : validateBoolean;
    if (!isMultiple) {
      validate(value, setting);
      return;
    }
    validateArray(value, setting);
    for (let n = 0; n < value.length; n++) {
      validate(value[n], `${setting}[${n}]`);
    }
  }

  function validateOption(name, option) {
    const path = `options.${name}`;
    validateObject(option, path);
    const { type, short, multiple } = option;
    if (type !== 'string' && type !== 'boolean') {
      throw invalidArgType(`${path}.type`, "('string'|'boolean')", type);
    }
    if (hasOwn(option, 'short')) {
      validateString(short, `${path}.short`);
      if (short.length !== 1) {
        throw invalidArgValue(`${path}.short`, short,
                              'must be a single character');
      }
    }
    if (hasOwn(option, 'multiple')) {
      validateBoolean(multiple, `${path}.multiple`);
    }
    if (option.default !== undefined) {
      validateDefault(option.default, `${path}.default`, type, multiple);
    }
  }

  const own = (config, name, fallback) =>
    (hasOwn(config, name) && config[name] !== undefined ? config[name] :
      fallback);

  function readConfig(config) {
    const strict = own(config, 'strict', true);
    const read = {
      args: own(config, 'args', undefined) ?? globalThis.process.argv.slice(2),
      strict,
      allowPositionals: own(config, 'allowPositionals', !strict),
      tokens: own(config, 'tokens', false),
      allowNegative: own(config, 'allowNegative', false),
      options: own(config, 'options', { __proto__: null }),
    };
    validateArray(read.args, 'args');
    validateBoolean(read.strict, 'strict');
    validateBoolean(read.allowPositionals, 'allowPositionals');
    validateBoolean(read.tokens, 'tokens');
    validateBoolean(read.allowNegative, 'allowNegative');
    validateObject(read.options, 'options');
    for (const name of Object.keys(read.options)) {
      validateOption(name, read.options[name]);
    }
    return read;
  }

  // ---- Tokens ----

  function longOf(short, options) {
    for (const name of Object.keys(options)) {
      if (options[name].short === short) {
        return name;
      }
    }
    return short;
  }

  const takesText = (options, name) =>
    settingOf(options, name, 'type') === 'string';

  // "-abc" as "-a", "-b", "-c"; one that takes a text takes what is left.
  function ungroup(arg, options) {
    const out = [];
    for (let n = 1; n < arg.length; n++) {
      const isText = takesText(options, longOf(arg[n], options));
      if (isText && n < arg.length - 1) {
        out.push(`-${arg.slice(n)}`);
        break;
      }
      out.push(`-${arg[n]}`);
    }
    return out;
  }

  function tokenize(args, options) {
    const tokens = [];
    const rest = [...args];
    let index = -1;
    // How many of a group are left: they have one index.
    let grouped = 0;

    function option(name, rawName, value, inlineValue) {
      tokens.push({ kind: 'option', name, rawName, index, value, inlineValue });
    }

    function optionWithNext(name, rawName) {
      const hasValue = takesText(options, name) && rest.length > 0 &&
        rest[0] !== null && rest[0] !== undefined;
      option(name, rawName, hasValue ? rest.shift() : undefined,
             hasValue ? false : undefined);
      if (hasValue) {
        index++;
      }
    }

    while (rest.length > 0) {
      const arg = rest.shift();
      if (grouped > 0) {
        grouped--;
      } else {
        index++;
      }
      const text = `${arg}`;
      const equals = text.indexOf('=', 3);
      if (text === '--') {
        tokens.push({ kind: 'option-terminator', index });
        for (const value of rest) {
          tokens.push({ kind: 'positional', index: ++index, value });
        }
        break;
      } else if (text.startsWith('--') && equals !== -1) {
        option(text.slice(2, equals), text.slice(0, equals),
               text.slice(equals + 1), true);
      } else if (text.startsWith('--')) {
        optionWithNext(text.slice(2), text);
      } else if (text.length === 2 && text[0] === '-') {
        optionWithNext(longOf(text[1], options), text);
      } else if (text.length > 2 && text[0] === '-') {
        const name = longOf(text[1], options);
        if (takesText(options, name)) {
          option(name, text.slice(0, 2), text.slice(2), true);
        } else {
          const group = ungroup(text, options);
          rest.unshift(...group);
          grouped = group.length;
        }
      } else {
        tokens.push({ kind: 'positional', index, value: arg });
      }
    }
    return tokens;
  }

  // ---- Checks ----

  function checkUsage(config, token) {
    const { options, allowNegative, allowPositionals } = config;
    let { name } = token;
    if (!hasOwn(options, name)) {
      const positive = name.slice(3);
      if (!allowNegative || !name.startsWith('no-') ||
          settingOf(options, positive, 'type') !== 'boolean') {
        throw unknownOption(token.rawName, allowPositionals);
      }
      name = positive;
    }
    const short = settingOf(options, name, 'short');
    const shown = `${short ? `-${short}, ` : ''}--${name}`;
    const type = settingOf(options, name, 'type');
    if (type === 'string' && typeof token.value !== 'string') {
      throw invalidValue(`Option '${shown} <value>' argument missing`);
    }
    if (type === 'boolean' && token.value !== undefined &&
        token.value !== null) {
      throw invalidValue(`Option '${shown}' does not take an argument`);
    }
  }

  // "--name --other": was the value forgotten?
  function checkLikeOption(token) {
    const { inlineValue, name, rawName, value } = token;
    if (!inlineValue && typeof value === 'string' && value.length > 1 &&
        value[0] === '-') {
      const example = rawName.startsWith('--') ? `'${rawName}=-XYZ'` :
        `'--${name}=-XYZ' or '${rawName}-XYZ'`;
      throw invalidValue(
        `Option '${rawName}' argument is ambiguous.\n` +
        `Did you forget to specify the option argument for '${rawName}'?\n` +
        'To specify an option argument starting with a dash use ' +
        `${example}.`);
    }
  }

  function store(config, token, values) {
    const { options, allowNegative } = config;
    let { name } = token;
    let value = token.value ?? true;
    if (name === '__proto__') {
      return;
    }
    if (allowNegative && name.startsWith('no-') && token.value === undefined) {
      name = name.slice(3);
      value = false;
    }
    if (settingOf(options, name, 'multiple')) {
      values[name] ??= [];
      values[name].push(value);
    } else {
      values[name] = value;
    }
  }

  function parseArgs(given = { __proto__: null }) {
    const config = readConfig(given);
    const tokens = tokenize(config.args, config.options);
    const result = { values: { __proto__: null }, positionals: [] };
    if (config.tokens) {
      result.tokens = tokens;
    }
    for (const token of tokens) {
      if (token.kind === 'option') {
        if (config.strict) {
          checkUsage(config, token);
          checkLikeOption(token);
        }
        store(config, token, result.values);
      } else if (token.kind === 'positional') {
        if (!config.allowPositionals) {
          throw unexpectedPositional(token.value);
        }
        result.positionals.push(token.value);
      }
    }
    for (const name of Object.keys(config.options)) {
      const value = config.options[name].default;
      if (value !== undefined && result.values[name] === undefined) {
        result.values[name] = value;
      }
    }
    return result;
  }

  exports.parseArgs = parseArgs;
})
