import { type CloseDecision, decideOnClose } from './close-policy';

interface SocketState {
  code: number | undefined;
  isPaired: boolean;
  hadQr: boolean;
  hasOtherVersion: boolean;
}

interface Reconnects {
  decide(state: SocketState): CloseDecision;
  /** The connection was open long enough: earlier failures no longer count. */
  stable(): void;
}

export function createReconnects(now: () => number = Date.now): Reconnects {
  let failures = 0;
  let sameCode = 0;
  let lastCode: number | undefined;
  let replacedAt: number | null = null;

  return {
    decide(state) {
      failures += 1;
      sameCode = state.code === lastCode ? sameCode + 1 : 1;
      lastCode = state.code;
      const replacedAgoMs = replacedAt === null ? null : now() - replacedAt;
      if (state.code === 440) replacedAt = now();
      return decideOnClose({ ...state, failures, sameCode, replacedAgoMs });
    },
    stable() {
      failures = 0;
      sameCode = 0;
    },
  };
}
