import { conform } from './conform';
import { RECEIVES } from './receives';

conform(RECEIVES);
