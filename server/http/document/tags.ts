import type { Tag } from '../../module';
import { TAGS } from '../../modules';

export function tagOf(procedure: string): Tag {
  for (let path = procedure; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const tag = TAGS.find(({ of }) => of.includes(path));
    if (tag) return tag;
  }
  throw new Error(`${procedure}: a procedure with a REST route needs a tag.`);
}
