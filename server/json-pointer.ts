/** One part of a JSON Pointer (RFC 6901), with its slash. */
export const pointerPart = (key: PropertyKey): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
