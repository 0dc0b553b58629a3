import { Textarea } from '@mantine/core';
import type { ComponentProps, CSSProperties } from 'react';

import './text-area.css';

interface TextAreaProps extends Omit<ComponentProps<typeof Textarea>, 'autosize' | 'style'> {
  minRows?: number;
  maxRows?: number;
}

/** As high as its text, between so many rows. */
export function TextArea({ minRows = 1, maxRows, ...props }: TextAreaProps) {
  // The kit measures by script, which goes wrong while the page is laid out again: it serves older browsers.
  if (!CSS.supports('field-sizing', 'content'))
    return <Textarea autosize minRows={minRows} {...(maxRows && { maxRows })} {...props} />;
  const rows = { '--min-rows': minRows, ...(maxRows && { '--max-rows': maxRows }) } as CSSProperties;
  return <Textarea data-grows rows={minRows} style={rows} {...props} />;
}
