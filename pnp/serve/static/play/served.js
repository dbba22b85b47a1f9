// The page of a table whose host is the server of pnp play.

import { openPage } from "./main.js";
import { server } from "./server.js";

openPage(server);
