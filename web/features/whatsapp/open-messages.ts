import { MAX_COUNTED_MESSAGES } from '../../../shared/whatsapp/counts';
import { formatCount, formatNumber } from '../../ui/format';

const isCutOff = (count: number): boolean => count >= MAX_COUNTED_MESSAGES;

export const formatOpen = (count: number): string => `${formatNumber(count)}${isCutOff(count) ? '+' : ''}`;

export const formatOpenCount = (count: number, one: string, many: string): string =>
  isCutOff(count) ? `${formatOpen(count)} ${many}` : formatCount(count, one, many);
