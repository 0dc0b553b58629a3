import { createSealer } from '../secrets/seal';

const COLUMNS = {
  token: { table: 'wa_instances', column: 'token_sealed' },
  proxy: { table: 'wa_instances', column: 'proxy_sealed' },
  pairing: { table: 'wa_instances', column: 'pairing_sealed' },
  passkey: { table: 'wa_instances', column: 'passkey_sealed' },
  appSecret: { table: 'wa_cloud_apps', column: 'secret_sealed' },
  verifyToken: { table: 'wa_cloud_apps', column: 'verify_token_sealed' },
  notification: { table: 'wa_provider_raw', column: 'sealed' },
  socketCall: { table: 'wa_socket_calls', column: 'call_sealed' },
  socketResult: { table: 'wa_socket_calls', column: 'result_sealed' },
} as const;
type SealedColumn = keyof typeof COLUMNS;

export interface WhatsAppSealer {
  seal(column: SealedColumn, rowId: string, text: string): string;
  /** Throws `SealError`. */
  open(column: SealedColumn, rowId: string, sealed: string): string;
}

const sealers = new WeakMap<Uint8Array, WhatsAppSealer>();

export function whatsappSealer(secretKey: Uint8Array): WhatsAppSealer {
  let made = sealers.get(secretKey);
  if (made === undefined) {
    const sealer = createSealer(secretKey, 'whatsapp');
    made = {
      seal: (column, id, text) => sealer.seal(text, { ...COLUMNS[column], id }),
      open: (column, id, sealed) => sealer.open(sealed, { ...COLUMNS[column], id }),
    };
    sealers.set(secretKey, made);
  }
  return made;
}
