import type { Inputs } from '../../../../trpc';
import { t } from './texts';

export interface CloudDraft {
  name: string;
  cloud: {
    phone_number_id: string;
    waba_id: string;
    access_token: string;
    app_secret: string;
    verify_token: string;
  };
}

export const STEPS = ['number', 'credentials', 'check', 'webhook'] as const;

const FIELDS = [
  ['name', 'cloud.phone_number_id', 'cloud.waba_id'],
  ['cloud.access_token', 'cloud.app_secret'],
  ['cloud.verify_token'],
] as const;

const DIGITS = /^\d{1,32}$/;
const PRINTABLE = /^[\x21-\x7e]+$/;
const TOKEN_BYTES = 15;

/** Meta repeats it when it verifies the webhook; created here, so that it can be shown. */
export const newVerifyToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

export const newDraft = (): CloudDraft => ({
  name: '',
  cloud: { phone_number_id: '', waba_id: '', access_token: '', app_secret: '', verify_token: newVerifyToken() },
});

export const inputOf = ({ name, cloud }: CloudDraft): Inputs['whatsapp']['instances']['create'] => ({
  name: name.trim(),
  driver: 'cloud',
  cloud: {
    phone_number_id: cloud.phone_number_id.trim(),
    ...(cloud.waba_id.trim() === '' ? {} : { waba_id: cloud.waba_id.trim() }),
    access_token: cloud.access_token.trim(),
    app_secret: cloud.app_secret.trim(),
    verify_token: cloud.verify_token.trim(),
  },
});

/** Secrets do not belong into code that is copied. */
export function sampleOf(draft: CloudDraft): Record<string, unknown> {
  const { cloud, ...rest } = inputOf(draft);
  return { ...rest, cloud: { ...cloud, access_token: '$META_ACCESS_TOKEN', app_secret: '$META_APP_SECRET' } };
}

/** What is wrong up to a step, by field. */
export function faultsIn({ name, cloud }: CloudDraft, step: number): Record<string, string> {
  const all: Record<string, string | undefined> = {
    name: name.trim() === '' ? t('enterName') : undefined,
    'cloud.phone_number_id': DIGITS.test(cloud.phone_number_id.trim()) ? undefined : t('digits'),
    'cloud.waba_id': cloud.waba_id.trim() === '' || DIGITS.test(cloud.waba_id.trim()) ? undefined : t('digits'),
    'cloud.access_token': faultInSecret(cloud.access_token, t('pasteAccessToken')),
    'cloud.app_secret': faultInSecret(cloud.app_secret, t('pasteAppSecret')),
    'cloud.verify_token': faultInSecret(cloud.verify_token, t('enterVerifyToken')),
  };
  const shown = FIELDS.slice(0, step + 1).flat();
  return Object.fromEntries(shown.flatMap((field) => (all[field] === undefined ? [] : [[field, all[field]]])));
}

function faultInSecret(value: string, missing: string): string | undefined {
  if (value.trim() === '') return missing;
  return PRINTABLE.test(value.trim()) ? undefined : t('noSpaces');
}

/** The step that holds the field of an API pointer. */
export function stepOf(pointer: string): number | undefined {
  const path = pointer.split('/').slice(1).join('.');
  const step = FIELDS.findIndex((fields) => (fields as readonly string[]).includes(path));
  return step < 0 ? undefined : step;
}
