import type { OpenApiMeta } from 'trpc-to-openapi';
import type { z } from 'zod';

import type { ErrorCode } from '../../shared/errors';
import type { Role, Scope } from '../../shared/scopes';
import type { Surface } from '../../shared/surfaces';
import type { CapabilityName } from '../../shared/whatsapp/capabilities';

/** Who may call a procedure. The guard, the document and the scope picker read it from here. */
export type Access =
  /** A key with the scope, or a member whose role has it (or, with `roles`, whose role is named). */
  | { type: 'scope'; scope: Scope; roles?: readonly Role[] }
  /** Any valid key; with `members` also every member of the workspace. */
  | { type: 'key'; members?: true }
  /** Anybody. */
  | { type: 'public' }
  /** Any signed-in person. */
  | { type: 'session' }
  /** A signed-in member of the workspace with one of the roles. */
  | { type: 'member'; roles: readonly Role[] }
  /** An administrator of the installation. */
  | { type: 'instance_admin' };

/** What a procedure tells of itself besides input and output. */
export interface Meta extends Record<string, unknown> {
  access?: Access;
  openapi?: NonNullable<OpenApiMeta['openapi']>;
  surface?: Surface;
  /** Other surfaces whose references show it too. */
  alsoIn?: readonly Surface[];
  /** Status of success; 200 when absent. */
  status?: 200 | 201 | 202 | 204;
  /** What it makes may be there already: then it is answered with 200. */
  mayReuse?: true;
  /** `Prefer: wait=N` lets the answer wait for what became of it: then it is 200. */
  waits?: true;
  /** What it makes may take its time: then it is answered with 202. */
  mayPend?: true;
  /** Path of the collection that what is made stands in; the operation’s own when absent. */
  madeIn?: string;
  /**
   * How an Idempotency-Key is kept: with the effect in one transaction (default of POST and PATCH), by the service
   * itself, apart from the effect where an outside system is asked, or not at all.
   */
  idempotency?: 'transaction' | 'manual' | 'apart' | 'none';
  /** Members of the answer that are secret besides those named so: a replay has null in their place. */
  shownOnce?: readonly string[];
  /** Errors of this operation besides those that every one can answer with. */
  errors?: readonly ErrorCode[];
  /** The answer is one object with a `version`, which is its ETag. */
  etag?: boolean;
  /** The answer is not JSON: its media types, with an example of each. The resolver returns a `RawAnswer`. */
  raw?: Readonly<Record<string, string>>;
  /** `Accept` asks for the answer as one of these media types too, with an example of each: it stands in `reply.raw`. */
  pictures?: Readonly<Record<string, string>>;
  /** The answer is a file, of which `Range` asks for a part. */
  ranges?: true;
  /**
   * The body is a file of one of these media types, with an example of each; the input stands in the query. With
   * `application/json` among them, the body of that type is the input, and a file comes without any.
   */
  upload?: { types: Readonly<Record<string, string>>; maxBytes: number };
  /** The one path parameter that may hold slashes. */
  wildcard?: string;
  /** Errors carry OpenAI’s `error` member too. */
  openAiErrors?: boolean;
  /** What a subscription sends, as its client reads it. */
  messages?: z.ZodType;
  /** Stands for the input in the document where that is no plain object. */
  bodySchema?: z.ZodType;
  /** What a network must be able to do for it; the reference names the drivers that can. */
  capability?: CapabilityName;
  /** The procedure counts its calls itself, by rules of its own; the guard leaves it alone. */
  ownThrottle?: true;
  /** `responseApart` stands apart from its answer, where linters would take it for a schema. */
  examples?: { query?: Record<string, unknown>; request?: unknown; response?: unknown; responseApart?: unknown };
}
