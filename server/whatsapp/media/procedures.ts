import { Media } from '../../../shared/whatsapp/media';
import { MediaId, UploadMedia } from '../../../shared/whatsapp/media-inputs';
import { MEDIA_LIMITS } from '../../../shared/whatsapp/media-limits';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { deleteMedia, getMedia, readContent, retryMedia } from './service';
import { storeUpload } from './upload';

const send = routesFor('whatsapp.messages:send');
const read = routesFor('whatsapp.messages:read');

const FORM_BYTES = 64 * 1024;

/** Binary transfers, which only REST supports. */
export const mediaRawRouter = router({
  upload: send('POST /whatsapp/instances/{instance_id}/media', 'Upload a file', {
    description:
      'Uploads a file as the part `file` of a form, or from a public `url`, which is fetched after the response. The type is detected from the bytes; a file declared as another type is rejected with 422. Limits: images 5 MiB, audio and video 16 MiB, stickers 500 KiB, documents 100 MiB; larger files are rejected with 413. A file of the type `application/octet-stream` is a document.',
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
  }).run(UploadMedia.partial({ url: true }), Media, storeUpload),

  get_content: read('GET /whatsapp/instances/{instance_id}/media/{media_id}/content', 'Download a file', {
    description:
      'Returns the bytes of the file, or of the requested range, with the detected media type. If the file is still being fetched, the request waits up to ten seconds. The ETag is the SHA-256 of the bytes.',
    etag: true,
    ranges: true,
    errors: ['invalid_state', 'range_not_satisfiable'],
    raw: { '*/*': 'The bytes of the file.' },
  }).run(MediaId, readContent),
});

export const mediaRouter = router({
  get: read('GET /whatsapp/instances/{instance_id}/media/{media_id}', 'Get a file', {
    description: 'Returns the details of a file, with a signed download link that needs no key and works for one hour.',
    etag: true,
  }).run(MediaId, Media, getMedia),

  delete: send('DELETE /whatsapp/instances/{instance_id}/media/{media_id}', 'Delete a file', {
    description:
      'Deletes a file. Messages that contain the file are kept. The stored bytes are deleted within two hours, unless another file has the same bytes.',
    etag: true,
    errors: ['invalid_state'],
  }).run(MediaId, deleteMedia),

  retry: send('POST /whatsapp/instances/{instance_id}/media/{media_id}/retry', 'Retry a failed file', {
    description: 'Fetches a file with the status `failed` again. Returns the file.',
    errors: ['invalid_state'],
  }).run(MediaId, Media, retryMedia),
});
