import type { OpenApiMeta } from 'trpc-to-openapi';
import type { z } from 'zod';

import type { ErrorCode } from '../../shared/errors';
import type { Surface } from '../../shared/surfaces';
import type { CapabilityName } from '../../shared/whatsapp/capabilities';
import type { Access } from '../access';

export interface Meta extends Partial<RouteOptions>, Record<string, unknown> {
  access?: Access;
  openapi?: NonNullable<OpenApiMeta['openapi']>;
  messages?: z.ZodType;
  /** The service limits its calls itself; the guard does not. */
  ownThrottle?: true;
}

export interface RouteOptions {
  description: string;
  alsoIn?: readonly Surface[];
  status?: 201 | 202;
  /** The object may already exist: the status is then 200. */
  mayReuse?: true;
  /** `Prefer: wait=N` makes the status 200. */
  waits?: true;
  /** The work may continue after the answer: the status is then 202. */
  mayPend?: true;
  /** Defaults to the path of the operation. */
  madeIn?: string;
  /** `apart`: effects in outside systems. `once`: a second request is refused. POST and PATCH: `transaction`. */
  idempotency?: 'transaction' | 'manual' | 'apart' | 'once' | 'none';
  /** Further secret fields, which are null in a replay. */
  shownOnce?: readonly string[];
  errors?: readonly ErrorCode[];
  etag?: true;
  /** The resolver returns a `RawAnswer`. Media types with examples, beside JSON with the schema `answerSchema`. */
  raw?: Readonly<Record<string, string>>;
  answerSchema?: z.ZodType;
  /** The content is in `reply.raw`. */
  pictures?: Readonly<Record<string, string>>;
  ranges?: true;
  /** Media types with examples. The input is in the query, or in a JSON body without a file. */
  upload?: {
    types: Readonly<Record<string, string>>;
    maxBytes: number;
    /** Fields of a form beside its file, which the service reads with it. */
    fields?: z.ZodType;
  };
  /** For a JSON body that may be larger than others; the service answers it with `raw`. */
  maxBodyBytes?: number;
  wildcard?: string;
  /** Errors also have the members of this API. */
  errorForm?: 'openai' | 'anthropic';
  /** Header with the API key, for clients of another API; `Authorization` takes precedence. */
  keyHeader?: string;
  /** Query parameters of such clients that have no effect. */
  ignoredQuery?: readonly string[];
  /** Headers that the service passes on; it gets no others. */
  passedHeaders?: readonly string[];
  bodySchema?: z.ZodType;
  capability?: CapabilityName;
  /** `responseApart` is outside of its answer, where linters would take it for a schema. */
  examples?: { query?: Record<string, unknown>; request?: unknown; response?: unknown; responseApart?: unknown };
}
