import { MAX_COUNTED_MESSAGES } from '../../../shared/whatsapp/counts';
import { formatNumber } from '../../ui/format';

/** Counted no further: there may be more. */
export const isCutOff = (count: number): boolean => count >= MAX_COUNTED_MESSAGES;

export const formatOpen = (count: number): string => `${formatNumber(count)}${isCutOff(count) ? '+' : ''}`;
