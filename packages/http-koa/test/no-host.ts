/** An address whose host Node's URL parser refuses before Node 26, where Koa throws on it; since then it is an address. */
export const NO_HOST: readonly string[] = URL.canParse('http://xn--/') ? [] : ['http://xn--/'];
