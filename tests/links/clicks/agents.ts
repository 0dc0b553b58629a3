import type { ClickClass } from '../../../shared/links/clicks';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X)';
const PIXEL = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** Agents as they are met, and what each is. */
export const AGENTS: { agent: string; is: ClickClass; machine?: string }[] = [
  { agent: `${WINDOWS} ${CHROME} Safari/537.36`, is: 'human', machine: 'desktop Windows Chrome' },
  { agent: `${WINDOWS} ${CHROME} Safari/537.36 Edg/126.0.0.0`, is: 'human', machine: 'desktop Windows Edge' },
  { agent: `${WINDOWS} ${CHROME} Safari/537.36 OPR/112.0.0.0`, is: 'human', machine: 'desktop Windows Opera' },
  {
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
    is: 'human',
    machine: 'desktop Windows Firefox',
  },
  {
    agent: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
    is: 'human',
    machine: 'desktop Windows other',
  },
  { agent: `${MAC} ${CHROME} Safari/537.36`, is: 'human', machine: 'desktop macOS Chrome' },
  { agent: `${MAC} ${CHROME} Safari/537.36 Brave/126`, is: 'human', machine: 'desktop macOS Brave' },
  { agent: `${MAC} ${WEBKIT} Version/17.5 Safari/605.1.15`, is: 'human', machine: 'desktop macOS Safari' },
  {
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    is: 'human',
    machine: 'desktop Linux Firefox',
  },
  {
    agent: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    is: 'human',
    machine: 'desktop Linux Firefox',
  },
  {
    agent: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`,
    is: 'human',
    machine: 'desktop ChromeOS Chrome',
  },
  { agent: `${IPHONE} ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`, is: 'human', machine: 'mobile iOS Safari' },
  {
    agent: `${IPHONE} ${WEBKIT} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    is: 'human',
    machine: 'mobile iOS Chrome',
  },
  {
    agent: `${IPHONE} ${WEBKIT} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    is: 'human',
    machine: 'mobile iOS Firefox',
  },
  { agent: `${IPAD} ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`, is: 'human', machine: 'tablet iOS Safari' },
  { agent: `${PIXEL} ${CHROME} Mobile Safari/537.36`, is: 'human', machine: 'mobile Android Chrome' },
  {
    agent: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`,
    is: 'human',
    machine: 'tablet Android Chrome',
  },
  {
    agent:
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    is: 'human',
    machine: 'mobile Android Samsung Internet',
  },
  {
    agent: 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
    is: 'human',
    machine: 'mobile Android Firefox',
  },
  {
    agent:
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/94.0.4606.31 TV Safari/537.36',
    is: 'human',
    machine: 'tv other Samsung Internet',
  },
  {
    agent:
      'Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
    is: 'human',
    machine: 'other other Safari',
  },
  // Browsers within apps are people, whatever names they carry.
  {
    agent: `${IPHONE} ${WEBKIT} Mobile/15E148 Instagram 338.0.0.0 (iPhone15,2; iOS 17_5; en_US; en; scale=3.00; 1179x2556; 615419426)`,
    is: 'human',
    machine: 'mobile iOS other',
  },
  {
    agent: `${PIXEL} ${CHROME} Mobile Safari/537.36 Instagram 338.0.0.0 Android (34/14; 420dpi; 1080x2400; Google; Pixel 8; shiba; shiba; en_US)`,
    is: 'human',
  },
  {
    agent: `${IPHONE} ${WEBKIT} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.0;FBBV/1;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]`,
    is: 'human',
    machine: 'mobile iOS other',
  },
  {
    agent:
      'Mozilla/5.0 (Linux; Android 14; SM-S921B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/470.0]',
    is: 'human',
  },
  { agent: `${IPHONE} ${WEBKIT} Mobile/15E148 [Pinterest/iOS]`, is: 'human' },
  { agent: `${IPHONE} ${WEBKIT} Mobile/15E148 [LinkedInApp]/9.29`, is: 'human' },
  { agent: `${IPHONE} ${WEBKIT} Mobile/15E148 Twitter for iPhone/10.45`, is: 'human' },
  {
    agent: `${IPHONE} ${WEBKIT} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/en`,
    is: 'human',
  },
  { agent: `${IPHONE} ${WEBKIT} Mobile/15E148 Snapchat/12.90 (like Safari/8618, panda)`, is: 'human' },
  // What shows a card of the link.
  { agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', is: 'preview' },
  {
    agent: `${MAC} ${WEBKIT} Version/11.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
    is: 'preview',
  },
  { agent: 'WhatsApp/2.23.20.0 A', is: 'preview' },
  { agent: 'TelegramBot (like TwitterBot)', is: 'preview' },
  { agent: 'Twitterbot/1.0', is: 'preview' },
  { agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', is: 'preview' },
  { agent: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', is: 'preview' },
  { agent: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', is: 'preview' },
  {
    agent: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    is: 'preview',
  },
  { agent: 'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/) Bot', is: 'preview' },
  { agent: 'http.rb/5.1.1 (Mastodon/4.1.2; +https://mastodon.example/) Bot', is: 'preview' },
  { agent: 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)', is: 'preview' },
  { agent: 'Pinterest/0.2 (+https://www.pinterest.com/bot.html)', is: 'preview' },
  { agent: 'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)', is: 'preview' },
  { agent: 'Viber/13.3.0', is: 'preview' },
  { agent: 'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)', is: 'preview' },
  { agent: 'Iframely/1.3.1 (+https://iframely.com/docs/about)', is: 'preview' },
  { agent: 'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)', is: 'preview' },
  // Programs that somebody runs.
  { agent: 'curl/8.5.0', is: 'http_client' },
  { agent: 'Wget/1.21.4', is: 'http_client' },
  { agent: 'python-requests/2.32.3', is: 'http_client' },
  { agent: 'Python/3.12 aiohttp/3.9.5', is: 'http_client' },
  { agent: 'Go-http-client/2.0', is: 'http_client' },
  { agent: 'okhttp/4.12.0', is: 'http_client' },
  { agent: 'Java/17.0.11', is: 'http_client' },
  { agent: 'axios/1.7.2', is: 'http_client' },
  { agent: 'node', is: 'http_client' },
  { agent: 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', is: 'http_client' },
  { agent: 'undici', is: 'http_client' },
  { agent: 'Bun/1.4.5', is: 'http_client' },
  { agent: 'GuzzleHttp/7', is: 'http_client' },
  { agent: 'PostmanRuntime/7.39.0', is: 'http_client' },
  { agent: 'insomnia/9.2.0', is: 'http_client' },
  {
    agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
    is: 'http_client',
  },
  // All others that say what they are.
  { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', is: 'crawler' },
  { agent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', is: 'crawler' },
  { agent: 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', is: 'crawler' },
  { agent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', is: 'crawler' },
  {
    agent: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.1; +https://openai.com/gptbot)',
    is: 'crawler',
  },
  { agent: 'Slackbot 1.0 (+https://api.slack.com/robots)', is: 'crawler' },
  { agent: 'nodeping', is: 'crawler' },
  { agent: '', is: 'no_user_agent' },
  { agent: '   ', is: 'no_user_agent' },
];
