import type { TRPCMutationProcedure, TRPCProcedureBuilder, TRPCQueryProcedure, TRPCUnsetMarker } from '@trpc/server';
import { z } from 'zod';

import type { CallContext } from '../call-context';
import type { RawAnswer } from '../raw';
import type { ErrorShape } from './failure';
import type { Meta } from './meta';

type Unset = TRPCUnsetMarker;
type Guarded = TRPCProcedureBuilder<CallContext, Meta, object, Unset, Unset, Unset, Unset, false, ErrorShape>;

interface Types<Input, Output> {
  input: Input;
  output: Output;
  meta: Meta;
  errorShape: ErrorShape;
}

interface Procedures<Input, Output> {
  query: TRPCQueryProcedure<Types<Input, Output>>;
  mutation: TRPCMutationProcedure<Types<Input, Output>>;
}

/** An input whose fields are all optional may be left out. */
type Given<Input extends z.ZodType> =
  | z.input<Input>
  | (Input extends z.ZodObject ? (Record<string, never> extends z.input<Input> ? undefined : never) : never);

type Verb<C, Input extends z.ZodType, Result> = (ctx: C, input: z.output<Input>) => Result | Promise<Result>;

export interface ProcedureMaker<C, Kind extends keyof Procedures<unknown, unknown>> {
  <Input extends z.ZodType, Output extends z.ZodType>(
    input: Input,
    output: Output,
    verb: Verb<C, Input, z.input<Output>>,
  ): Procedures<Given<Input>, z.output<Output>>[Kind];

  <Input extends z.ZodType, Result extends RawAnswer | void>(
    input: Input,
    verb: Verb<C, Input, Result>,
  ): Procedures<Given<Input>, Result>[Kind];
}

const isOptional = (input: z.ZodType): boolean =>
  input instanceof z.ZodObject && Object.values(input.shape).every((field) => field._zod.optin !== undefined);

/** The guard makes sure that the context is a `C`. */
function makersOf<C extends CallContext>(guarded: Guarded) {
  type AnyVerb = Verb<C, z.ZodType, unknown>;

  const maker = <Kind extends 'query' | 'mutation'>(kind: Kind) =>
    ((input: z.ZodType, ...rest: [z.ZodType, AnyVerb] | [AnyVerb]) => {
      const [output, verb] = rest.length === 2 ? rest : [undefined, rest[0]];
      const taking = guarded.input(isOptional(input) ? input.prefault({}) : input);
      const answering = output ? taking.output(output) : taking;
      return answering[kind]((call) => verb(call.ctx as C, call.input));
    }) as ProcedureMaker<C, Kind>;

  return {
    query: maker('query'),
    mutation: maker('mutation'),
    subscription: <Input extends z.ZodType, Message>(
      input: Input,
      verb: (ctx: C, input: z.output<Input>) => AsyncGenerator<Message, void, unknown>,
    ) => guarded.input(input).subscription((call) => verb(call.ctx as C, call.input as z.output<Input>)),
  };
}

export const createBuilder = <C extends CallContext>(guarded: Guarded) => ({
  ...makersOf<C>(guarded),
  meta: (meta: Meta) => makersOf<C>(guarded.meta(meta)),
});

export type Builder<C extends CallContext> = ReturnType<typeof createBuilder<C>>;
