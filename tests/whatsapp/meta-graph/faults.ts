import { z } from 'zod';

import type { World } from './world';

export const FaultInput = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** A pattern over the path without its version. */
      path: z.string().optional(),
      /** The nth match from now on, counted from 1; earlier ones pass. */
      nth: z.int().min(1).optional(),
      /** The bearer token, where several accounts share the stand-in. */
      token: z.string().optional(),
    })
    .default({}),
  times: z.int().min(1).default(1),
  action: z.strictObject({
    http: z.int().optional(),
    code: z.int().optional(),
    subcode: z.int().optional(),
    message: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    delay_ms: z.int().optional(),
    /** `before_request`: nothing is done; `after_accept`: done, no byte of an answer; `mid_response`: half of it. */
    cut: z.enum(['before_request', 'after_accept', 'mid_response']).optional(),
    /** True: no JSON; a text: that instead of the body. */
    malformed: z.union([z.boolean(), z.string()]).optional(),
  }),
});

export type Fault = z.output<typeof FaultInput> & { seen: number };
export type FaultAction = Fault['action'];

/** The fault that this request meets, if any; it is then spent once. */
export function takeFault(world: World, method: string, path: string, token: string): FaultAction | undefined {
  for (const fault of world.faults) {
    const { match } = fault;
    if (match.method !== undefined && match.method !== method) continue;
    if (match.path !== undefined && !new RegExp(match.path).test(path)) continue;
    if (match.token !== undefined && match.token !== token) continue;
    fault.seen += 1;
    if (fault.seen < (match.nth ?? 1)) continue;

    fault.times -= 1;
    if (fault.times === 0) world.faults.splice(world.faults.indexOf(fault), 1);
    return fault.action;
  }
  return undefined;
}

/** An answer that ends before it is whole: without a byte, or after half of the body. */
export async function cutOff(answer: Response | undefined): Promise<Response> {
  const bytes = answer === undefined ? new Uint8Array() : new Uint8Array(await answer.arrayBuffer());
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  let started = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (!started && half.length > 0) {
        started = true;
        controller.enqueue(half);
        return;
      }
      controller.error(new Error('cut'));
    },
  });
  return new Response(body, { status: answer?.status ?? 200, headers: { 'content-type': 'application/json' } });
}
