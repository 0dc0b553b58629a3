import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { labelOf } from '../../i18n/labels';
import { t } from './texts';

interface AdviceProps {
  code: ErrorCode;
  /** The console itself made the call, so nobody who reads this sees its headers. */
  isOwnCall?: boolean;
}

export function AdviceText({ code, isOwnCall = false }: AdviceProps) {
  const { action } = ERRORS[code];
  return isOwnCall && action.includes('Retry-After') ? t('waitAMoment') : labelOf('errorActions', code, action);
}
