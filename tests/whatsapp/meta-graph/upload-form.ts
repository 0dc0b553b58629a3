export interface UploadForm {
  form: FormData;
  /** What the part of the file says of itself: the runtime takes the type of a `File` from its name instead. */
  fileType: string;
}

/** A form with a part `file`; undefined where the body is none. */
export async function uploadForm(request: Request): Promise<UploadForm | undefined> {
  const contentType = request.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await request.arrayBuffer());
  const form = await new Response(bytes, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined);
  return form && { form, fileType: partType(bytes) };
}

function partType(bytes: Buffer): string {
  const name = bytes.indexOf('name="file"');
  if (name < 0) return '';
  const head = bytes.toString(
    'latin1',
    Math.max(0, bytes.lastIndexOf('\r\n--', name)),
    bytes.indexOf('\r\n\r\n', name),
  );
  return /\r\ncontent-type:\s*([^\r;\s]+)/i.exec(head)?.[1]?.toLowerCase() ?? 'application/octet-stream';
}
