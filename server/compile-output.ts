import { z } from 'zod';

/** Source text for the value of a variable: a condition under which it stays as it is, or an expression that copies it. */
type Code = { test: (v: string) => string } | { copy: (v: string) => string };

/** Formats that are their pattern and nothing more. */
const PATTERNS = new Set<string | undefined>(['regex', 'datetime', 'date']);

/** The fields of all checks that are translated. */
interface CheckFields {
  check: string;
  minimum?: number;
  maximum?: number;
  length?: number;
  value?: unknown;
  inclusive?: boolean;
  format?: string;
  pattern?: RegExp;
}

const unsure = Symbol('unsure');

/**
 * Returns what `parse` of the schema returns as far as JSON shows it, in a third of the time. What the generated code
 * does not recognise as valid is left to `parse`, which throws or knows better.
 */
export function compileOutput(schema: z.ZodType): (value: unknown) => unknown {
  const compiled = compile(schema);
  return (value) => {
    const made = compiled(value);
    return made === unsure ? schema.parse(value) : made;
  };
}

/** `safeParse`, faster for inputs of ids alone: optional fields that are missing would become undefined. */
export function compileInput(schema: z.ZodType): z.ZodType['safeParse'] {
  const isOfIds =
    schema instanceof z.ZodObject && Object.values(schema.shape).every((field) => field instanceof z.ZodString);
  if (!isOfIds) return (value, options) => schema.safeParse(value, options);
  const compiled = compile(schema);
  return (value) => {
    const data = compiled(value);
    return data === unsure ? schema.safeParse(value) : { success: true, data };
  };
}

function compile(schema: z.ZodType): (value: unknown) => unknown {
  const constants: unknown[] = [];
  const functions: string[] = [];
  const named = new Map<z.ZodType, Code>();

  const constant = (value: unknown): string => `c[${constants.push(value) - 1}]`;

  const functionOf = (node: z.ZodType, body: string): Code => {
    const name = `f${functions.push(body) - 1}`;
    const code: Code = { copy: (v) => `${name}(${v})` };
    named.set(node, code);
    return code;
  };

  const codeOf = (node: z.ZodType): Code => named.get(node) ?? translated(node) ?? untranslated(node);

  const untranslated = (node: z.ZodType): Code =>
    functionOf(node, `const read = ${constant(node)}.safeParse(v); return read.success ? read.data : unsure;`);

  const translated = (node: z.ZodType): Code | undefined => {
    if (node instanceof z.ZodNullable) return either('null', codeOf(node.unwrap() as z.ZodType));
    if (node instanceof z.ZodOptional) return either('undefined', codeOf(node.unwrap() as z.ZodType));
    if (node instanceof z.ZodDefault) return orDefault(node, codeOf(node.unwrap() as z.ZodType));
    if (node instanceof z.ZodEnum || node instanceof z.ZodLiteral) {
      const values = constant(node._zod.values);
      return { test: (v) => `${values}.has(${v})` };
    }
    const checks = testsOf(node);
    if (checks === undefined) return undefined;
    const all = (first: (v: string) => string): Code => ({
      test: (v) => [first(v), ...checks.map((check) => check(v))].join(' && '),
    });
    // A field that is missing has the value undefined, which the schema itself checks.
    if (node instanceof z.ZodUnknown) return all((v) => `${v} !== undefined`);
    if (node instanceof z.ZodNull) return all((v) => `${v} === null`);
    if (node instanceof z.ZodBoolean) return all((v) => `typeof ${v} === 'boolean'`);
    if (node instanceof z.ZodNumber) return all((v) => `Number.isFinite(${v})`);
    if (node instanceof z.ZodString || node instanceof z.ZodStringFormat) return all((v) => `typeof ${v} === 'string'`);
    if (node instanceof z.ZodArray)
      return arrayOf(
        node,
        all((v) => `Array.isArray(${v})`),
      );
    if (checks.length > 0) return undefined;
    if (node instanceof z.ZodObject) return objectOf(node);
    if (node instanceof z.ZodRecord) return recordOf(node);
    return node instanceof z.ZodUnion ? unionOf(node) : undefined;
  };

  /** Undefined if one of the checks cannot be translated. */
  const testsOf = (node: z.ZodType): ((v: string) => string)[] | undefined => {
    const { checks = [] } = node._zod.def;
    const own = 'check' in node._zod.def ? [node as unknown as z.core.$ZodCheck] : [];
    const tests = [...own, ...checks].map((check) => testOf(check._zod.def as CheckFields));
    return tests.every((test) => test !== undefined) ? tests : undefined;
  };

  const testOf = (check: CheckFields): ((v: string) => string) | undefined => {
    switch (check.check) {
      case 'min_length':
        return (v) => `${v}.length >= ${check.minimum}`;
      case 'max_length':
        return (v) => `${v}.length <= ${check.maximum}`;
      case 'length_equals':
        return (v) => `${v}.length === ${check.length}`;
      case 'greater_than':
        return (v) => `${v} ${check.inclusive ? '>=' : '>'} ${Number(check.value)}`;
      case 'less_than':
        return (v) => `${v} ${check.inclusive ? '<=' : '<'} ${Number(check.value)}`;
      case 'number_format':
        return check.format === 'safeint' ? (v) => `Number.isSafeInteger(${v})` : undefined;
      case 'string_format': {
        if (!PATTERNS.has(check.format) || !check.pattern || check.pattern.global) return undefined;
        const pattern = constant(check.pattern);
        return (v) => `${pattern}.test(${v})`;
      }
      default:
        return undefined;
    }
  };

  const take = (v: string, code: Code): string =>
    'test' in code
      ? `if (!(${code.test(v)})) return unsure;`
      : `${v} = ${code.copy(v)}; if (${v} === unsure) return unsure;`;

  const either = (other: string, code: Code): Code =>
    'test' in code
      ? { test: (v) => `(${v} === ${other} || (${code.test(v)}))` }
      : { copy: (v) => `(${v} === ${other} ? ${other} : ${code.copy(v)})` };

  const orDefault = (node: z.ZodDefault, code: Code): Code => {
    const definition = constant(node._zod.def);
    const given = (v: string) => ('test' in code ? `((${code.test(v)}) ? ${v} : unsure)` : code.copy(v));
    return { copy: (v) => `(${v} === undefined ? ${definition}.defaultValue : ${given(v)})` };
  };

  const objectOf = (node: z.ZodObject): Code | undefined => {
    const { shape, catchall } = node._zod.def;
    if (catchall && !(catchall instanceof z.ZodNever)) return undefined;
    const fields = Object.entries(shape).map(([name, field], index) => {
      const [v, key] = [`v${index}`, JSON.stringify(name)];
      return { read: `let ${v} = v[${key}]; ${take(v, codeOf(field as z.ZodType))}`, entry: `${key}: ${v}` };
    });
    const names = constant(new Set(Object.keys(shape)));
    return functionOf(
      node,
      `if (typeof v !== 'object' || v === null || Array.isArray(v)) return unsure;
      ${catchall ? `for (const name in v) if (!${names}.has(name)) return unsure;` : ''}
      ${fields.map(({ read }) => read).join('\n')}
      return { ${fields.map(({ entry }) => entry).join(', ')} };`,
    );
  };

  const arrayOf = (node: z.ZodArray, array: Code): Code =>
    functionOf(
      node,
      `${take('v', array)}
      const made = [];
      for (let item of v) { ${take('item', codeOf(node.element as z.ZodType))} made.push(item); }
      return made;`,
    );

  const recordOf = (node: z.ZodRecord): Code | undefined => {
    const { keyType, valueType } = node._zod.def;
    if (!(keyType instanceof z.ZodString) || testsOf(keyType)?.length !== 0) return undefined;
    return functionOf(
      node,
      `if (typeof v !== 'object' || v === null || Object.getPrototypeOf(v) !== Object.prototype) return unsure;
      const made = {};
      for (const name of Object.keys(v)) {
        if (name === '__proto__') return unsure;
        let item = v[name]; ${take('item', codeOf(valueType as z.ZodType))} made[name] = item;
      }
      return made;`,
    );
  };

  /** Without a discriminator, only zod knows which of two objects a value is. */
  const unionOf = (node: z.ZodUnion): Code | undefined => {
    const codes = node.options.map((option) => codeOf(option as z.ZodType));
    const isClear = node instanceof z.ZodDiscriminatedUnion || codes.filter((code) => 'copy' in code).length < 2;
    if (!isClear) return undefined;
    const tries = codes.map((code) => {
      return 'test' in code
        ? `if (${code.test('v')}) return v;`
        : `made = ${code.copy('v')}; if (made !== unsure) return made;`;
    });
    return functionOf(node, `let made; ${tries.join('\n')} return unsure;`);
  };

  const whole = codeOf(schema);
  const source = functions.map((body, index) => `function f${index}(v) { ${body} }`);
  return new Function('c, unsure', `${source.join('\n')}\nreturn (v) => { ${take('v', whole)} return v; };`)(
    constants,
    unsure,
  ) as (value: unknown) => unknown;
}
