import { formatTenths } from './format';

const BYTES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
/** `812 B`, `7.0 MiB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(BYTES.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${step === 0 ? bytes : formatTenths(bytes / 1024 ** step)} ${BYTES[step]}`;
}
