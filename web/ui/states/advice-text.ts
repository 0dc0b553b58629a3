import { ERRORS, type ErrorCode } from '../../../shared/errors';

export function AdviceText({ code }: { code: ErrorCode }) {
  return ERRORS[code].action;
}
