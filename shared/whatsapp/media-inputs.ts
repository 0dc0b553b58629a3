import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';
import { exampleId, webUrl } from './fields';
import { instanceId } from './instance-inputs';
import { filename } from './media';

export const MediaId = z.strictObject({
  ...instanceId,
  media_id: idOf(ID_PREFIXES.media).describe('Id of the file.'),
});
export type MediaId = z.output<typeof MediaId>;

/** Uploads are `multipart/form-data` with the part `file`. */
export const UploadMedia = z
  .strictObject({
    ...instanceId,
    url: webUrl().describe('Public URL of the file.'),
    filename: filename().optional().describe('File name, for documents.'),
  })
  .meta({ example: { instance_id: exampleId(ID_PREFIXES.instance), url: 'https://example.com/menu.pdf' } });
export type UploadMedia = z.output<typeof UploadMedia>;
