import { z } from 'zod';

type Shape = z.core.$ZodLooseShape;
type Meta = Record<string, unknown>;
type Of<S extends Shape> = z.ZodObject<S, z.core.$strict>;

type NameIn<U> = U extends unknown ? keyof U : never;
/** Adds the fields of the other alternatives as absent, so that every field can be read. */
type Exclusive<U, N extends PropertyKey = NameIn<U>> = U extends unknown
  ? U & { [name in Exclude<N, keyof U>]?: undefined }
  : never;
type Single<F extends Shape> = { [K in keyof F]: Pick<F, K> }[keyof F];
type OutputOf<C extends Shape, S> = S extends Shape ? z.output<Of<C & S>> : never;
type InputOf<C extends Shape, S> = S extends Shape ? z.input<Of<C & S>> : never;

interface UnionInternals<O, I> extends z.core.$ZodTypeInternals<O, I> {
  propValues: z.core.util.PropValues;
}
/** An interface keeps emitted declarations short. */
interface Union<O, I> extends z.ZodType<O, I, UnionInternals<O, I>> {}
type OneOf<C extends Shape, S> = Union<Exclusive<OutputOf<C, S>>, Exclusive<InputOf<C, S>>>;

/**
 * Reports issues of every alternative, while zod may hide that a field belongs to another one. `propValues` allow it in
 * a discriminated union. Alternatives must be synchronous.
 */
const ZodOneOf = z.core.$constructor<z.ZodUnion, z.core.$ZodUnionDef>('ZodOneOf', (inst, def) => {
  z.ZodUnion.init(inst, def);
  inst._zod.propValues = def.options[0]?._zod.propValues;
  inst._zod.parse = (payload, context) => {
    const errors: z.core.$ZodIssue[][] = [];
    for (const option of def.options) {
      const result = option._zod.run({ value: payload.value, issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      if (result.issues.length === 0) return result;
      errors.push(result.issues.map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config())));
    }
    payload.issues.push({ code: 'invalid_union', input: payload.value, inst, errors });
    return payload;
  };
});

export function oneOf<const T extends readonly z.ZodObject[]>(
  options: T,
  meta: Meta = {},
): Union<Exclusive<z.output<T[number]>>, Exclusive<z.input<T[number]>>> {
  const union = new ZodOneOf({ type: 'union', options, inclusive: true });
  return union.meta(meta) as unknown as ReturnType<typeof oneOf<T>>;
}

export function exactlyOne<C extends Shape, F extends Shape>(
  common: C,
  fields: F,
  meta: Meta = {},
): OneOf<C, Single<F>> {
  const options = Object.entries(fields).map(([name, field]) => z.strictObject({ ...common, [name]: field }));
  return oneOf(options, meta) as unknown as OneOf<C, Single<F>>;
}

export function atMostOne<C extends Shape, F extends Shape>(
  common: C,
  fields: F,
  meta: Meta = {},
): OneOf<C, Single<F> | { [K in keyof F]: z.ZodOptional<F[K]> }> {
  const options = Object.entries(fields).map(([name, field], index) =>
    z.strictObject({ ...common, [name]: index === 0 ? z.optional(field) : field }),
  );
  return oneOf(options, meta) as unknown as ReturnType<typeof atMostOne<C, F>>;
}
