/** Of the embedded picture, which is a few modules wide. */
const SIDE = 320;

/** Throws for an address that is no picture. */
export async function pictureOf(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

/** A picture as a square PNG within a data URL: what is drawn needs no other address. Throws for what is no picture. */
export async function embeddedLogo(address: string): Promise<string> {
  const picture = await pictureOf(address);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  // An SVG may have no size of its own.
  const [width, height] = [picture.naturalWidth || SIDE, picture.naturalHeight || SIDE];
  const scale = SIDE / Math.max(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (SIDE - width * scale) / 2, (SIDE - height * scale) / 2, width * scale, height * scale);
  return canvas.toDataURL('image/png');
}

/** The same of a file, which stays in the browser. */
export async function logoOfFile(file: File): Promise<string> {
  const address = URL.createObjectURL(file);
  try {
    return await embeddedLogo(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}
