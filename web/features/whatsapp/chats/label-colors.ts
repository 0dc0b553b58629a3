import { t } from './texts';

/** What WhatsApp paints the colors of labels with, by their number. */
const COLORS = [
  '#ff9485',
  '#64c4ff',
  '#ffd429',
  '#dfaef0',
  '#99b6c1',
  '#55ccb3',
  '#ff9dff',
  '#d3a91d',
  '#6d7cce',
  '#d7e752',
  '#00d0e2',
  '#ffc5c7',
  '#93ceac',
  '#f74848',
  '#00a0f2',
  '#83e422',
  '#ffaf04',
  '#b5ebff',
  '#9ba6ff',
  '#9368cf',
] as const;

/** Names of the colors, by their number. */
export const labelColors = (): string[] => COLORS.map((_, color) => t(`color_${color as 0}`));

/** The phone may have colors that are newer than these. */
export const labelColor = (color: number): string => COLORS[color] ?? COLORS[4];
