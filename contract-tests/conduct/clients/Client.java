/** A client with java.net.http alone: a job under every refusal that may pass, its result, and one that must not be tried again. */
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Pattern;

class Client {
  static final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  static String base;
  static String key;

  public static void main(String[] arguments) throws Exception {
    base = arguments[0];
    key = arguments[1];
    String file = upload(Path.of(arguments[2]));
    String inputs = "{\"image_key\":\"" + file + "\",\"face_key\":\"" + file + "\"}";
    String job = order("/face-swap-image", inputs);
    var link = HttpRequest.newBuilder(URI.create(member(job, "output_url"))).build();
    int bytes = http.send(link, BodyHandlers.ofByteArray()).body().length;
    String refused = call(json("/avatar", "{\"image_key\":\"" + file + "\"}", UUID.randomUUID().toString())).body();
    System.out.println(member(job, "status") + " " + (bytes > 0) + " " + member(refused, "code"));
  }

  static String order(String path, String body) throws Exception {
    String statusUrl = member(call(json(path, body, UUID.randomUUID().toString())).body(), "status_url");
    var asked = HttpRequest.newBuilder(URI.create(base).resolve(statusUrl)).header("Authorization", "Bearer " + key).build();
    String job = call(asked).body();
    for (int polls = 0; !member(job, "status").matches("succeeded|failed"); polls++) {
      Thread.sleep(Math.min(200 + 100L * polls, 2_000));
      job = call(asked).body();
    }
    return job;
  }

  /** Each code has its own wait; what is final is given back. */
  static HttpResponse<String> call(HttpRequest request) throws Exception {
    for (int attempt = 0; ; attempt++) {
      HttpResponse<String> answer = null;
      try {
        answer = http.send(request, BodyHandlers.ofString());
      } catch (java.io.IOException broken) {
        if (attempt == 6) throw broken;
      }
      String code = answer == null ? "lost" : answer.statusCode() < 400 ? "" : member(answer.body(), "code");
      switch (code) {
        case "rate_limited" -> Thread.sleep(400L << attempt);
        case "at_capacity" -> Thread.sleep(250);
        case "internal_error", "lost" -> Thread.sleep(150);
        default -> {
          return answer;
        }
      }
      if (attempt == 6) throw new IllegalStateException(code);
    }
  }

  static HttpRequest json(String path, String body, String order) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .header("Authorization", "Bearer " + key)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", order)
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  static String upload(Path file) throws Exception {
    String head = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"face.png\"\r\nContent-Type: image/png\r\n\r\n";
    var body = BodyPublishers.concat(
        BodyPublishers.ofString(head), BodyPublishers.ofByteArray(Files.readAllBytes(file)), BodyPublishers.ofString("\r\n--edge--\r\n"));
    var request = HttpRequest.newBuilder(URI.create(base + "/uploads"))
        .header("Authorization", "Bearer " + key)
        .header("Content-Type", "multipart/form-data; boundary=edge")
        .POST(body)
        .build();
    return member(call(request).body(), "file_key");
  }

  static String member(String json, String name) {
    var found = Pattern.compile("\"" + name + "\":\\s*\"([^\"]*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }
}
