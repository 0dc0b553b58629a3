import { storeReturnedSecret, storeSecret } from '../../../ui/secret/store';
import type { EndpointWithSecret } from './labels';
import { t } from './texts';

/** What senders have to know, to be shown once by the page of the endpoint. */
export function storeCredential({ id, secret, url_with_token: address }: EndpointWithSecret): void {
  if (address !== null) storeSecret({ label: t('address'), value: address, ownerId: id });
  else storeReturnedSecret({ label: t('secret'), value: secret, ownerId: id });
}
