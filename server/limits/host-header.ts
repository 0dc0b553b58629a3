/** Bun builds the request’s URL from this header; if that fails, it passes raw bytes on, which fit into no header. */
const FORM =
  /^(?:[\w.~-]{1,254}|\[[\da-f:.]{1,45}\])(?::(?:[0-5]?\d{1,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/i;

/** May be invalid: names that end in a number are addresses, and Punycode may decode to nothing. */
const DOUBTFUL = /xn--|(?:^|\.)\d[\da-fx]*\.?(?::|$)/i;

let latest: string | undefined;

export function isHostHeader(header: string): boolean {
  // One request after the other has the same.
  if (header === latest) return true;
  const isHost = FORM.test(header) && (!DOUBTFUL.test(header) || URL.canParse(`http://${header}`));
  if (isHost) latest = header;
  return isHost;
}
