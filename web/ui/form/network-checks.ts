import { CIDR_RULE, ORIGIN_RULE } from '../../../shared/network-rules';
import { issueText } from '../../i18n/labels';

const checkOf =
  ({ pattern, message }: typeof CIDR_RULE) =>
  (entry: string): string | undefined =>
    pattern.test(entry) ? undefined : issueText(message);

export const checkNetwork = checkOf(CIDR_RULE);
export const checkOrigin = checkOf(ORIGIN_RULE);
