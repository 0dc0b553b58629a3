/** The links of the redirect’s bench. */
export const slugOf = (index: number): string => `s${index.toString(36).padStart(6, '0')}`;
export const targetOf = (index: number): string =>
  `https://shop.example.com/products/category-${index % 97}/item-${index}?a=1`;
