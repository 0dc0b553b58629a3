import { router } from '../trpc/procedures';
import { mediaRawRouter } from './media/procedures';

/** What carries files and pictures. */
export const whatsappRawRouter = router({
  media: mediaRawRouter,
});
