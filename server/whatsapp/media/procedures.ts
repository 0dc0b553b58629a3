import { Media } from '../../../shared/whatsapp/media';
import { MediaId, UploadMedia } from '../../../shared/whatsapp/media-inputs';
import { MEDIA_LIMITS } from '../../../shared/whatsapp/media-limits';
import { procedure, router } from '../../trpc/procedures';
import { deleteMedia, getMedia, readContent, retryMedia } from './service';
import { uploadMedia } from './upload';

const place = { surface: 'whatsapp' } as const;
const tags = ['WhatsApp media'];
const FILES = '/whatsapp/instances/{instance_id}/media';
const FILE = `${FILES}/{media_id}` as const;
/** Beside the file, a form has its boundaries. */
const FORM_BYTES = 64 * 1024;

/** What carries bytes, which only the REST door can. */
export const mediaRawRouter = router({
  upload: procedure('whatsapp.messages:send')
    .meta({
      ...place,
      status: 201,
      idempotency: 'manual',
      errors: ['unprocessable'],
      upload: {
        types: {
          'application/json': '{"url":"https://example.com/menu.pdf"}',
          'multipart/form-data': 'The bytes of a file.',
        },
        maxBytes: MEDIA_LIMITS.document + FORM_BYTES,
      },
      bodySchema: UploadMedia.omit({ instance_id: true }),
      openapi: {
        method: 'POST',
        path: FILES,
        tags,
        summary: 'Upload a file',
        description:
          'Uploads a file as the part `file` of a form, or from a public `url`, which is fetched after the response. The type is detected from the bytes; a file declared as another type is rejected with 422. Limits: images 5 MiB, audio and video 16 MiB, stickers 500 KiB, documents 100 MiB; larger files are rejected with 413. A file of the type `application/octet-stream` is a document.',
      },
    })
    .input(UploadMedia.partial({ url: true }))
    .output(Media)
    .mutation(({ ctx, input }) => uploadMedia(ctx, input)),

  get_content: procedure('whatsapp.messages:read')
    .meta({
      ...place,
      etag: true,
      ranges: true,
      errors: ['invalid_state', 'range_not_satisfiable'],
      raw: { '*/*': 'The bytes of the file.' },
      openapi: {
        method: 'GET',
        path: `${FILE}/content`,
        tags,
        summary: 'Download a file',
        description:
          'Returns the bytes of the file, or of the requested range, with the detected media type. If the file is still being fetched, the request waits up to ten seconds. The ETag is the SHA-256 of the bytes.',
      },
    })
    .input(MediaId)
    .query(({ ctx, input }) => readContent(ctx, input)),
});

export const mediaRouter = router({
  get: procedure('whatsapp.messages:read')
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: FILE,
        tags,
        summary: 'Get a file',
        description:
          'Returns the details of a file, with a signed download link that needs no key and works for one hour.',
      },
    })
    .input(MediaId)
    .output(Media)
    .query(({ ctx, input }) => getMedia(ctx, input)),

  delete: procedure('whatsapp.messages:send')
    .meta({
      ...place,
      status: 204,
      etag: true,
      errors: ['invalid_state'],
      openapi: {
        method: 'DELETE',
        path: FILE,
        tags,
        summary: 'Delete a file',
        description:
          'Deletes a file. Messages that contain the file are kept. The stored bytes are deleted within two hours, unless another file has the same bytes.',
      },
    })
    .input(MediaId)
    .mutation(({ ctx, input }) => deleteMedia(ctx, input)),

  retry: procedure('whatsapp.messages:send')
    .meta({
      ...place,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: `${FILE}/retry`,
        tags,
        summary: 'Retry a failed file',
        description: 'Fetches a file with the status `failed` again. Returns the file.',
      },
    })
    .input(MediaId)
    .output(Media)
    .mutation(({ ctx, input }) => retryMedia(ctx, input)),
});
