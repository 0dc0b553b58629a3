/** What WhatsApp paints the colors of labels with, by their number. */
export const LABEL_COLORS = [
  { name: 'Coral', value: '#ff9485' },
  { name: 'Sky', value: '#64c4ff' },
  { name: 'Yellow', value: '#ffd429' },
  { name: 'Lilac', value: '#dfaef0' },
  { name: 'Slate', value: '#99b6c1' },
  { name: 'Teal', value: '#55ccb3' },
  { name: 'Pink', value: '#ff9dff' },
  { name: 'Mustard', value: '#d3a91d' },
  { name: 'Indigo', value: '#6d7cce' },
  { name: 'Lime', value: '#d7e752' },
  { name: 'Cyan', value: '#00d0e2' },
  { name: 'Rose', value: '#ffc5c7' },
  { name: 'Sage', value: '#93ceac' },
  { name: 'Red', value: '#f74848' },
  { name: 'Blue', value: '#00a0f2' },
  { name: 'Green', value: '#83e422' },
  { name: 'Orange', value: '#ffaf04' },
  { name: 'Light blue', value: '#b5ebff' },
  { name: 'Lavender', value: '#9ba6ff' },
  { name: 'Violet', value: '#9368cf' },
] as const;

/** The phone may have colors that are newer than these. */
export const labelColor = (color: number): string => (LABEL_COLORS[color] ?? LABEL_COLORS[4]).value;
