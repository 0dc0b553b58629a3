import { eq } from 'drizzle-orm';

import { DEFAULT_SANDBOX } from '../../../shared/whatsapp/drivers/sandbox';
import { ApiError } from '../../errors';
import { changeConnection } from '../connections/connection-state';
import { SANDBOX_PHONE } from '../drivers/sandbox/driver';
import type { EnginePart } from '../engine-parts';
import type { InstanceRef, SandboxControls } from '../engine-types';
import { waInstances } from '../schema/instances';
import { advanceSteps, deleteSandboxState, deleteSteps, nextOf } from '../system/sandbox';
import { workLocked } from '../work';
import type { Work } from '../work-types';

/** Bounds the steps of one `advance`; the rest runs at once. */
const MAX_STOPS = 1000;

interface ControlsOptions extends EnginePart {
  owns: () => boolean;
  idle: (instanceId: string) => Promise<void>;
}

export function createControls({ work: ctx, database, owns, idle }: ControlsOptions): SandboxControls {
  const on = <T>(of: InstanceRef, run: (work: Work) => Promise<T>): Promise<T> => workLocked(ctx, database, of, run);

  const shift = (of: InstanceRef, milliseconds: number): Promise<void> =>
    on(of, ({ tx }) => advanceSteps(tx.store, of.id, milliseconds));

  return {
    async scan(of) {
      await on(of, async (work) => {
        if (work.instance.status !== 'pairing') {
          throw new ApiError('invalid_state', {
            detail: 'The instance must have the status `pairing`. Connect it first, with `require_scan` on.',
          });
        }
        await changeConnection(work, { status: 'connecting', reason: null });
        await changeConnection(work, {
          status: 'connected',
          reason: null,
          phone: SANDBOX_PHONE,
          displayName: work.instance.displayName ?? 'Sandbox',
        });
      });
      await idle(of.id);
    },

    async advance(of, seconds) {
      await on(of, async ({ tx, instance, now }) => {
        const sandbox = instance.sandbox ?? DEFAULT_SANDBOX;
        const clock = { clock_offset_seconds: sandbox.clock_offset_seconds + seconds };
        await tx.update(waInstances, eq(waInstances.id, of.id), { sandbox: { ...sandbox, ...clock }, updatedAt: now });
      });
      let left = seconds * 1000;
      for (let stops = 0; owns() && stops < MAX_STOPS; stops += 1) {
        await idle(of.id);
        const now = ctx.now().getTime();
        const next = await nextOf(database, of.id, now);
        if (next === undefined || next - now > left) break;
        await shift(of, next - now);
        left -= next - now;
      }
      await shift(of, left);
      await idle(of.id);
    },

    async reset(of) {
      await on(of, async ({ tx, instance, now }) => {
        await deleteSteps(tx.store, of.id);
        await deleteSandboxState(tx.store, of.id);
        const sandbox = { ...(instance.sandbox ?? DEFAULT_SANDBOX), clock_offset_seconds: 0 };
        await tx.update(waInstances, eq(waInstances.id, of.id), { sandbox, updatedAt: now });
      });
    },
  };
}
