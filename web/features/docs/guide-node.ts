/** An element of a guide as the build writes it: tag, attributes, children; a string is text. */
export type GuideNode = string | [tag: string, attributes: Record<string, string>, ...children: GuideNode[]];

export interface GuideHeading {
  id: string;
  text: string;
}

export interface Guide {
  title: string;
  headings: GuideHeading[];
  body: GuideNode[];
}
