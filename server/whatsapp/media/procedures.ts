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
          'Takes the part `file` of a form, or the public `url` of a file, which is fetched after the answer. What a file is, its bytes tell; one that is called something else is refused with 422. Images may have 5 MiB, audio and video 16 MiB, stickers 500 KiB and documents 100 MiB, else 413; a file of the type `application/octet-stream` is a document.',
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
        summary: 'Read the bytes of a file',
        description:
          'Returns the file, or a part of it, with the type that its bytes show. One that is still on its way is waited for ten seconds. The ETag is the SHA-256.',
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
        summary: 'Read a file’s details',
        description:
          'Returns what is known of a file, with a link to its bytes that needs no key and works for an hour.',
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
          'Deletes a file. Messages that had it stay. Its bytes go within two hours, unless another file has the same.',
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
        summary: 'Fetch a file again',
        description: 'Tries once more to fetch a file that `failed`.',
      },
    })
    .input(MediaId)
    .output(Media)
    .mutation(({ ctx, input }) => retryMedia(ctx, input)),
});
