/**
 * Names are no longer, addresses neither, and no port is above 65535. Bun makes the URL of a request of what stands
 * there: where that is none, it hands the path on as its bytes came, and these fit into no header.
 */
const FORM =
  /^(?:[\w.~-]{1,254}|\[[\da-f:.]{1,45}\])(?::(?:[0-5]?\d{1,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/i;

/** Names that may be none: those that end in a number are addresses, and Punycode may stand for nothing. */
const DOUBTFUL = /xn--|(?:^|\.)\d[\da-fx]*\.?(?::|$)/i;

/** Whether a `Host` header names a host, with its port where it has one. */
export const isHostHeader = (header: string): boolean =>
  FORM.test(header) && (!DOUBTFUL.test(header) || URL.canParse(`http://${header}`));
