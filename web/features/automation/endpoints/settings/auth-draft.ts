import type { EndpointAuth, GenericSignature } from '../../../../../shared/automation/endpoint-auth';

export interface AuthDraft {
  mode: EndpointAuth['mode'];
  scheme: Extract<EndpointAuth, { mode: 'signature' }>['scheme'];
  header: string;
  username: string;
  algorithm: GenericSignature['algorithm'];
  encoding: GenericSignature['encoding'];
  prefix: string;
  signed: string;
  timestamp_header: string;
  timestamp_unit: GenericSignature['timestamp_unit'];
  tolerance_seconds: number;
  id_header: string;
  secret_encoding: GenericSignature['secret_encoding'];
}

const NEW_AUTH: AuthDraft = {
  mode: 'url_token',
  scheme: 'generic_hmac',
  header: 'x-signature',
  username: 'hooks',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: '',
  signed: 'body',
  timestamp_header: '',
  timestamp_unit: 's',
  tolerance_seconds: 300,
  id_header: '',
  secret_encoding: 'utf8',
};

export const authDraftOf = (auth: EndpointAuth): AuthDraft => ({
  ...NEW_AUTH,
  ...(Object.fromEntries(Object.entries(auth).filter(([, value]) => value !== undefined)) as Partial<AuthDraft>),
});

const given = <K extends string>(name: K, value: string) =>
  (value.trim() === '' ? {} : { [name]: value.trim() }) as { [N in K]?: string };

export function authOf(draft: AuthDraft): EndpointAuth {
  const { mode, scheme, header, username } = draft;
  if (mode === 'header') return { mode, header };
  if (mode === 'basic') return { mode, username };
  if (mode !== 'signature') return { mode };
  if (scheme !== 'generic_hmac') return { mode, scheme };
  return {
    mode,
    scheme,
    header,
    algorithm: draft.algorithm,
    encoding: draft.encoding,
    signed: draft.signed,
    timestamp_unit: draft.timestamp_unit,
    tolerance_seconds: draft.tolerance_seconds,
    secret_encoding: draft.secret_encoding,
    ...given('prefix', draft.prefix),
    ...given('timestamp_header', draft.timestamp_header),
    ...given('id_header', draft.id_header),
  };
}
