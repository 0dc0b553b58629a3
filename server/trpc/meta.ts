import type { OpenApiMeta } from 'trpc-to-openapi';
import type { z } from 'zod';

import type { ErrorCode } from '../../shared/errors';
import type { Surface } from '../../shared/surfaces';
import type { CapabilityName } from '../../shared/whatsapp/capabilities';
import type { Access } from '../access/guard/access';

/** Metadata of a procedure besides input and output. */
export interface Meta extends Record<string, unknown> {
  access?: Access;
  openapi?: NonNullable<OpenApiMeta['openapi']>;
  surface?: Surface;
  /** Other surfaces whose references include it. */
  alsoIn?: readonly Surface[];
  /** Default 200. */
  status?: 200 | 201 | 202 | 204;
  /** The object may exist already: then the status is 200. */
  mayReuse?: true;
  /** `Prefer: wait=N` waits for the result: then the status is 200. */
  waits?: true;
  /** The work may continue after the answer: then the status is 202. */
  mayPend?: true;
  /** Path of the collection of the new object; default the operation’s own. */
  madeIn?: string;
  /**
   * How an Idempotency-Key is stored: with the effect in one transaction (default of POST and PATCH), by the service,
   * apart from an outside system’s effect, or not at all.
   */
  idempotency?: 'transaction' | 'manual' | 'apart' | 'none';
  /** Further secret members of the answer, which are null in a replay. */
  shownOnce?: readonly string[];
  /** Errors besides those of every operation. */
  errors?: readonly ErrorCode[];
  /** The answer has a `version`, which is its ETag. */
  etag?: boolean;
  /** Media types of an answer other than JSON, with examples. The resolver returns a `RawAnswer`. */
  raw?: Readonly<Record<string, string>>;
  /** Further media types that `Accept` may request, with examples; the content is in `reply.raw`. */
  pictures?: Readonly<Record<string, string>>;
  /** The answer is a file with support for `Range`. */
  ranges?: true;
  /**
   * The body is a file of one of these media types, with examples; the input is in the query. With `application/json`,
   * a JSON body is the input without a file.
   */
  upload?: { types: Readonly<Record<string, string>>; maxBytes: number };
  wildcard?: string;
  /** Errors have OpenAI’s `error` member too. */
  openAiErrors?: boolean;
  messages?: z.ZodType;
  /** Replaces the input in the document where that is no plain object. */
  bodySchema?: z.ZodType;
  /** Required of a driver; the reference names the drivers that support it. */
  capability?: CapabilityName;
  /** The service limits its calls itself; the guard does not. */
  ownThrottle?: true;
  /** `responseApart` is outside of its answer, where linters would take it for a schema. */
  examples?: { query?: Record<string, unknown>; request?: unknown; response?: unknown; responseApart?: unknown };
}
