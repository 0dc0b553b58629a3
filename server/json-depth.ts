/** Nesting outside strings, counted in one pass, since `JSON.parse` accepts any depth. */
export function jsonDepth(text: string): number {
  let level = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, (level += 1));
    else if (code === 0x7d || code === 0x5d) level -= 1;
  }
  return deepest;
}
