import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A receiver in Java's own classes. It prints its port, answers POST, and GET with how often it has acted. */
public class Receiver {
    static final byte[] SECRET = System.getenv("WEBHOOK_SECRET").getBytes(StandardCharsets.UTF_8);
    static final Pattern HEADER = Pattern.compile("t=([0-9]{1,15})((?:,[a-z0-9]+=[^,]*)+)");
    static final Pattern ID = Pattern.compile("\"delivery_id\"\\s*:\\s*\"([^\"]*)\"");
    static final Set<String> seen = ConcurrentHashMap.newKeySet();

    public static void main(String[] none) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 64);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", exchange -> {
            try (exchange) {
                var body = exchange.getRequestBody().readAllBytes();
                var signature = exchange.getRequestHeaders().getFirst("Service-Signature");
                var isLook = exchange.getRequestMethod().equals("GET");
                var status = isLook ? 200 : take(signature, body);
                var text = (isLook ? "{\"count\":" + seen.size() + "}" : "ok").getBytes();
                exchange.sendResponseHeaders(status, text.length);
                exchange.getResponseBody().write(text);
            }
        });
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    static int take(String signature, byte[] body) {
        if (signature == null || !isSigned(signature, body)) return 401;
        Matcher id = ID.matcher(new String(body, StandardCharsets.UTF_8));
        if (!id.find()) return 400;
        seen.add(id.group(1));
        return 200;
    }

    static boolean isSigned(String signature, byte[] body) {
        Matcher header = HEADER.matcher(signature);
        if (!header.matches()) return false;
        var t = header.group(1);
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(t)) > 300) return false;
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
            mac.update((t + ".").getBytes(StandardCharsets.UTF_8));
            var expected = HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.UTF_8);
            var fits = false;
            for (var part : header.group(2).split(",")) {
                if (part.startsWith("v1=")) fits |= MessageDigest.isEqual(expected, part.substring(3).getBytes(StandardCharsets.UTF_8));
            }
            return fits;
        } catch (java.security.GeneralSecurityException never) {
            throw new IllegalStateException(never);
        }
    }
}
