/** Pictures of accounts and groups are square; larger ones are made smaller by the network anyway. */
const SIDE = 640;
const QUALITY = 0.9;

export class UnreadablePicture extends Error {}

/** The centre of a picture as a square JPEG. Throws `UnreadablePicture`. */
export async function squareOf(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnreadablePicture();
  });
  const cut = Math.min(bitmap.width, bitmap.height);
  const side = Math.min(cut, SIDE);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const [left, top] = [(bitmap.width - cut) / 2, (bitmap.height - cut) / 2];
  const surface = canvas.getContext('2d');
  if (surface) {
    // JPEG has no transparency: it would become black.
    surface.fillStyle = '#ffffff';
    surface.fillRect(0, 0, side, side);
    surface.drawImage(bitmap, left, top, cut, cut, 0, 0, side, side);
  }
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  if (!blob) throw new UnreadablePicture();
  return new File([blob], 'picture.jpg', { type: blob.type });
}
