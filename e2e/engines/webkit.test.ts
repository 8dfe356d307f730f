import { runStories } from './stories.ts';
import { openWebKit } from './webkit.ts';

runStories(openWebKit);
