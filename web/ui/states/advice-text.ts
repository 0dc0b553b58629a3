import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { labelOf } from '../../i18n/labels';

export function AdviceText({ code }: { code: ErrorCode }) {
  return labelOf('errorActions', code, ERRORS[code].action);
}
