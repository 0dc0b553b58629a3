/** The links of the redirect’s bench, with the same ids on every run, so that files that are kept can be asked again. */
export const slugOf = (index: number): string => `s${index.toString(36).padStart(6, '0')}`;
export const targetOf = (index: number): string =>
  `https://shop.example.com/products/category-${index % 97}/item-${index}?a=1`;
export const benchId = (prefix: string, index: number): string =>
  `${prefix}_01jd9x3k2m${String(index).padStart(16, '0')}`;
export const WORKSPACE_ID = benchId('ws', 1);
